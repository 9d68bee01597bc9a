import path from 'node:path';
import { entitlementsOf } from '#server/access/entitlements.ts';
import { PROJECT_FOLDER } from '#server/open.ts';
import { loadResources } from '#server/resources/loadResources.ts';

/** Roles of the demo's merchant that are not its owner's, with the permissions that they grant. */
export type LesserRole = 'Reviewer' | 'Viewer' | 'Cashier' | 'Support';
export type LesserRoles = Readonly<Record<LesserRole, readonly string[]>>;

/** What each of them is there for, as its description says. */
export const ROLE_DESCRIPTIONS: Readonly<Record<LesserRole, string>> = {
  Reviewer: 'Approves payments and sends batches. Asks for none of its own.',
  Viewer: 'Reads everything, changes nothing.',
  Cashier: 'Asks for deposits, withdrawals and payments. Approves none.',
  Support: 'Looks up orders for customers.',
};

/** Roles that nobody holds yet. */
export const UNHELD_ROLES: readonly LesserRole[] = ['Cashier', 'Support'];

const READS = /\.(list|show)$/;
const REVIEWS = /^(payment_requests\.(approve|reject)|batch_transfers\.submit)$/;
/** What money goes out through, or comes in. */
const OF_CASHIER = ['deposits', 'withdrawals', 'payment_requests', 'batch_transfers', 'batch_transfer_items'];
const ASKS = /\.(list|show|create|cancel)$/;
const SEEN_BY_CASHIER = ['home', 'ledgers', 'payouts', 'bankcards', 'channels'];
const SEEN_BY_SUPPORT = ['home', 'orders', 'payouts', 'channels'];

/** Made of what the shipped declarations open to merchants. */
export async function loadLesserRoles(): Promise<LesserRoles> {
  const resources = await loadResources(path.join(PROJECT_FOLDER, 'resources'));
  const entitled = entitlementsOf(resources.values(), 'merchant');
  const isOf = (names: readonly string[], key: string) => names.some((name) => key.startsWith(`${name}.`));
  return {
    Reviewer: entitled.filter((key) => READS.test(key) || key.endsWith('.export') || REVIEWS.test(key)),
    Viewer: entitled.filter((key) => READS.test(key)),
    Cashier: entitled.filter(
      (key) => (isOf(OF_CASHIER, key) && ASKS.test(key)) || (isOf(SEEN_BY_CASHIER, key) && READS.test(key)),
    ),
    Support: entitled.filter((key) => isOf(SEEN_BY_SUPPORT, key) && READS.test(key)),
  };
}
