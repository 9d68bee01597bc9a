import { parseArgs } from 'node:util';
import { RUNTIME_DEFAULTS } from '#shared/contract/runtimeDefaults.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { PLATFORM_ID } from '#server/db/platform.ts';
import { createEnrolmentService } from '#server/modules/enrolment/service.ts';
import { createOwner } from '#server/modules/users/createOwner.ts';
import { silentLog } from '#server/db/dbLog.ts';
import { open } from '#server/open.ts';
import { publicUrlOf } from '#server/publicUrlOf.ts';
import { explain } from '#server/startProblem.ts';

const USAGE = 'Usage: npm run admin:create -- <username> [--name "Full name"]';

/** Makes an operator of the platform and prints the link by which that person sets password and authenticator. */
async function createAdmin(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } });
  const [username] = positionals;
  if (username === undefined || !/^[A-Za-z0-9._@-]{2,64}$/.test(username)) throw new Error(USAGE);
  const config = readConfig({ ...process.env, DEMO: '0' });
  const { db, cipher, close } = await open(config, systemClock, silentLog);
  try {
    const userId = await createOwner(db, systemClock, {
      merchantId: PLATFORM_ID,
      username,
      realName: values.name ?? null,
    });
    const enrolment = createEnrolmentService({ db, clock: systemClock, cipher, issuer: RUNTIME_DEFAULTS.productTitle });
    const token = await enrolment.invite(PLATFORM_ID, userId);
    const address = publicUrlOf(config);
    process.stdout.write(
      `\n  ${username} may now sign in once this link has been used. It works once, for a day:\n\n  ${address}/login#enrol=${token}\n\n`,
    );
  } finally {
    await close();
  }
}

createAdmin().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error && error.message === USAGE ? USAGE : explain(error)}\n`);
  process.exit(1);
});
