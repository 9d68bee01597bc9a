import * as adjustments from './adjustments.ts';
import * as basicInformation from './basicInformation.ts';
import * as batches from './batches.ts';
import * as calls from './calls.ts';
import * as channels from './channels.ts';
import * as declarations from './declarations.ts';
import * as gatewayTrial from './gatewayTrial.ts';
import * as home from './dashboard.ts';
import * as imports from './imports.ts';
import * as live from './live.ts';
import * as menus from './menus.ts';
import * as moneyForms from './moneyForms.ts';
import * as notifications from './notifications.ts';
import * as notifyAttempts from './notifyAttempts.ts';
import * as account from './account.ts';
import * as refunds from './refunds.ts';
import * as roles from './roles.ts';
import * as statements from './statements.ts';
import * as submerchantStatistics from './submerchantStatistics.ts';
import * as tasks from './tasks.ts';
import * as userNames from './userNames.ts';
import * as wallets from './wallets.ts';
import * as webhookEvents from './webhookEvents.ts';
import type { Call } from './call.ts';

const FILES: readonly Record<string, unknown>[] = [
  adjustments,
  basicInformation,
  batches,
  calls,
  channels,
  declarations,
  gatewayTrial,
  home,
  imports,
  live,
  menus,
  moneyForms,
  notifications,
  notifyAttempts,
  account,
  refunds,
  roles,
  statements,
  submerchantStatistics,
  tasks,
  userNames,
  wallets,
  webhookEvents,
];

/** All calls that aren't made from a declaration. A test compares the list with the server's routes. */
export const everyCall: readonly Pick<Call, 'method' | 'path'>[] = FILES.flatMap((file) =>
  Object.values(file).filter(isCall),
);

function isCall(exported: unknown): exported is Call {
  return typeof exported === 'object' && exported !== null && 'path' in exported && 'method' in exported;
}
