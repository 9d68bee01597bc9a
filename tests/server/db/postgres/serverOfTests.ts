import { startPostgres } from '#tests/support/postgres.ts';

// A process that starts its own server for tests, prints its address, and waits to be killed.
delete process.env['TEST_DATABASE_URL'];
const { url } = await startPostgres();
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
