import { randomBytes } from 'node:crypto';
import { bareRecoveryCode } from '#shared/contract/recoveryCode.ts';
import type { Clock } from '#server/clock.ts';
import type { Cipher } from '#server/crypto/dataKey.ts';
import type { UserKey } from '#server/db/tenants.ts';
import type { DbOrTx, Tx } from '#server/db/schema.ts';

const COUNT = 10;
const BYTES = 10;
const GROUP = 4;
/** Base 32 without letters that look like digits or like one another (Crockford's). */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type RecoveryCodeState = 'fresh' | 'used' | 'unknown';

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;

/** Recovery codes, each of which replaces one authenticator code. Only their hashes are stored. */
export function createRecoveryCodes({ clock, cipher }: { clock: Clock; cipher: Cipher }) {
  const hashOf = ({ merchantId, userId }: UserKey, code: string) =>
    cipher.hash('recovery_code', `${merchantId} ${userId} ${bareRecoveryCode(code)}`);

  /** Creates ten codes of 80 bits, such as `7K3D-9QXA-0MZT-E4VB`, and invalidates the user's previous ones. */
  async function renew(tx: Tx, user: UserKey): Promise<string[]> {
    await revoke(tx, user);
    const codes = Array.from({ length: COUNT }, newCode);
    const at = clock.now();
    await tx
      .insertInto('recovery_codes')
      .values(
        codes.map((code) => ({
          merchant_id: user.merchantId,
          user_id: user.userId,
          code_hash: hashOf(user, code),
          used_at: null,
          created_at: at,
        })),
      )
      .execute();
    return codes;
  }

  async function revoke(tx: Tx, { merchantId, userId }: UserKey): Promise<void> {
    await tx.deleteFrom('recovery_codes').where('merchant_id', '=', merchantId).where('user_id', '=', userId).execute();
  }

  /** Looks up one of the user's codes without using it. */
  async function stateOf(db: DbOrTx, user: UserKey, code: string): Promise<RecoveryCodeState> {
    const row = await db
      .selectFrom('recovery_codes')
      .where('merchant_id', '=', user.merchantId)
      .where('user_id', '=', user.userId)
      .where('code_hash', '=', hashOf(user, code))
      .select('used_at')
      .executeTakeFirst();
    if (!row) return 'unknown';
    return row.used_at === null ? 'fresh' : 'used';
  }

  /**
   * Uses a code.
   * @returns the number of unused codes left, or null if the code was wrong or has been used in the meantime
   */
  async function use(tx: Tx, user: UserKey, code: string): Promise<number | null> {
    const used = await tx
      .updateTable('recovery_codes')
      .set({ used_at: clock.now() })
      .where('merchant_id', '=', user.merchantId)
      .where('user_id', '=', user.userId)
      .where('code_hash', '=', hashOf(user, code))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return used.numUpdatedRows === 1n ? left(tx, user) : null;
  }

  /** The number of the user's unused codes. */
  async function left(db: DbOrTx, { merchantId, userId }: UserKey): Promise<number> {
    const { count } = await db
      .selectFrom('recovery_codes')
      .where('merchant_id', '=', merchantId)
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  return { renew, revoke, stateOf, use, left };
}

/** 80 random bits, five per character. */
function newCode(): string {
  let bits = BigInt(`0x${randomBytes(BYTES).toString('hex')}`);
  let letters = '';
  for (let at = 0; at < (BYTES * 8) / 5; at += 1) {
    letters += DIGITS.charAt(Number(bits & 31n));
    bits >>= 5n;
  }
  return (letters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}
