import { once } from 'node:events';
import { addressOf, createBank } from './createBank.ts';

// The example bank as a program. Settings: BANK_PORT, BANK_KEY_ID and BANK_SECRET (at least 32 characters).
const { BANK_PORT = '4100', BANK_KEY_ID = 'console', BANK_SECRET = '', BANK_TOLERANCE_SECONDS = '300' } = process.env;
if (BANK_SECRET.length < 32) throw new Error('BANK_SECRET must have at least 32 characters');
const server = createBank({
  keyId: BANK_KEY_ID,
  secret: BANK_SECRET,
  toleranceSeconds: Number(BANK_TOLERANCE_SECONDS),
});
server.listen(Number(BANK_PORT), '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`bank at ${addressOf(server)}\n`);
