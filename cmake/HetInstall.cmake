# The installed tree.
