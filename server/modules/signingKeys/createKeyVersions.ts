import type { Clock } from '#server/clock.ts';
import { lockTenant } from '#server/db/tenants.ts';
import { idOrNone, updateRow } from '#server/db/rows.ts';
import type { Tx } from '#server/db/schema.ts';
import { ConflictError, orNotFound, ValidationError } from '#server/errors.ts';
import { textIn } from '#server/money/readForm.ts';
import type { Values } from '#server/resources/RecordSource.ts';
import { keyStatusOf } from './heldKeys.ts';
import { assertMayMake, type KeyManager } from './keyTerms.ts';
import { recordKeyChange } from './recordKeyChange.ts';

/** Versions in which the calls of keys are answered. */
export function createKeyVersions({ clock, names }: { clock: Clock; names: readonly string[] }) {
  /**
   * Sets the version of a key: a newer one, or an earlier one again if its program doesn't work with it.
   * @throws {ForbiddenError} errors of `assertMayMake`
   * @throws {ValidationError} `version_unknown` if there is no such version
   * @throws {ConflictError} `key_over` if the key isn't valid, or is being replaced
   */
  return async function setVersion(tx: Tx, by: KeyManager, id: string, values: Values): Promise<{ id: string }> {
    const { merchantId } = by;
    await lockTenant(tx, merchantId);
    const at = clock.now();
    const gateway_version = textIn(values, 'gateway_version').trim();
    if (!names.includes(gateway_version)) {
      throw new ValidationError({ gateway_version: { key: 'version_unknown', args: { known: names.join(', ') } } });
    }
    const own = tx.selectFrom('signing_keys').where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
    const further = await own.selectAll().executeTakeFirst();
    const usual = tx.selectFrom('merchant_keys').where('merchant_id', '=', merchantId).where('id', '=', idOrNone(id));
    const before = further ?? orNotFound(await usual.selectAll().executeTakeFirst());
    const isValid = further ? keyStatusOf(further, at) === 'active' : before.ends_at === null;
    await assertMayMake(tx, by, further?.may_pay ?? true, at);
    if (!isValid) throw new ConflictError({ id: 'key_over' });
    if (before.gateway_version === gateway_version) return { id };
    const revised = further && { revision: further.revision + 1, updated_at: at };
    if (revised) await updateRow(tx, 'signing_keys', before, { ...revised, gateway_version });
    else await updateRow(tx, 'merchant_keys', before, { gateway_version });
    await recordKeyChange(tx, by, { verb: 'set_version', before, after: { ...before, gateway_version }, at });
    return { id };
  };
}
