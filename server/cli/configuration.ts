import { configurationPage } from './configuration/configurationPage.ts';

/** `npm run configuration`: prints all variables of the environment, as in docs/configuration.md. */
process.stdout.write(configurationPage());
