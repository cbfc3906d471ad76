/** The pull request through GitHub's interface: which one, whose, what its head holds. */
