"""Load the harness named on the command line once, and print its facts."""

import sys

from tree import loader, setup

module = loader()
module.boot(setup(sys.argv[1]), lambda stem: None)
print(module.refresh())
