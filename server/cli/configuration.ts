import { configurationPage } from '#server/process/configurationPage.ts';

/** `npm run configuration`: prints the documentation of all environment variables, as in docs/configuration.md. */
process.stdout.write(configurationPage());
