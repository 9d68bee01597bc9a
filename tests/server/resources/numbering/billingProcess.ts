import { declarationSchema, toResource } from '@merchant-console/declaration';
import { systemClock } from '#server/clock.ts';
import { createCipher } from '#server/crypto/dataKey.ts';
import { connect } from '#server/db/connect.ts';
import { createStorage } from '#server/resources/stored/createStorage.ts';
import { BILLS } from './bills.ts';

// Process of the test of numbers: 64 callers create bills until it is killed. Arguments: database, tenant and
// user.
const [databaseUrl, merchantId = '', userId = ''] = process.argv.slice(2);
const db = await connect({ databaseUrl, dataDir: '', clock: systemClock });
const resource = toResource(declarationSchema.parse(BILLS));
const { writer } = createStorage({ db, clock: systemClock, cipher: createCipher(Buffer.alloc(32, 7)) }).open(resource);
const caller = { merchantId, userId, ip: '203.0.113.7', userAgent: 'test' };
const create = writer?.create;
if (!create) throw new Error('bills can be created');
let made = 0;
await db.patiently(() =>
  Promise.all(
    Array.from({ length: 64 }, async () => {
      for (;;) {
        // A caller that has waited too long for a connection tries again.
        const bill = await db.transaction((tx) => create(tx, caller, {})).catch(() => null);
        if (bill === null) continue;
        made += 1;
        if (made % 10 === 0) process.stdout.write(`${made}\n`);
      }
    }),
  ),
);
