"""A deployment of the Agent Workers platform: all state in memory, one process, standard library only."""
