import { systemClock } from '#server/clock.ts';
import { connect } from '#server/db/connect.ts';
import { checkCounted } from '#server/limits/checkCounted.ts';

/** A program that never finishes checking right payment passwords. Arguments: database, merchant, user. */
const [databaseUrl, merchantId = '', userId = ''] = process.argv.slice(2);
const db = await connect({ databaseUrl, dataDir: '', clock: systemClock });
const table = 'pay_password_attempts';
const counted = { db, clock: systemClock, table, field: 'pay_password', texts: 'pay_password' } as const;
const neverDone = () => {
  process.stdout.write('checking\n');
  return new Promise<null>(() => {});
};
for (let tries = 0; tries < 5; tries += 1) {
  void checkCounted({ ...counted, user: { merchantId, userId } }, neverDone);
}
