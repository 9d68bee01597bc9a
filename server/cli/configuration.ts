import { configurationPage } from './configuration/configurationPage.ts';

/** `npm run configuration`: prints the documentation of all environment variables, as in docs/configuration.md. */
process.stdout.write(configurationPage());
