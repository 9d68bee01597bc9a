// Installs the packages, with the tools for tests and checks, unless they are there already.
import { ensurePackages } from './packages.mjs';

ensurePackages({ development: true });
