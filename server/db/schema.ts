import type {
  EnrolmentsTable,
  MenusTable,
  PayPasswordAttemptsTable,
  RolePermissionsTable,
  RolesTable,
  SessionsTable,
  SignInAttemptsTable,
  UserRolesTable,
  UsersTable,
} from './tables/access.ts';
import type { LedgerEntriesTable, LedgerTransactionsTable, WalletsTable } from './tables/ledger.ts';
import type {
  AuditHeadsTable,
  AuditLogsTable,
  FilesTable,
  IdempotencyKeysTable,
  StoredResourcesTable,
} from './tables/records.ts';
import type {
  AdjustmentsTable,
  BankcardsTable,
  BatchTransferItemsTable,
  BatchTransfersTable,
  DepositsTable,
  PaymentRequestsTable,
  WithdrawalsTable,
} from './tables/requests.ts';
import type { DirectoryTable, MerchantDescendantsTable, MerchantsTable, SettingsTable } from './tables/tenants.ts';
import type { ChannelsTable, OrdersTable, PayoutsTable } from './tables/trade.ts';

export type * from './tables/access.ts';
export type * from './tables/ledger.ts';
export type * from './tables/records.ts';
export type * from './tables/requests.ts';
export type * from './tables/tenants.ts';
export type * from './tables/trade.ts';

/** The tables by their names. */
export interface Database {
  merchants: MerchantsTable;
  merchant_descendants: MerchantDescendantsTable;
  directory: DirectoryTable;
  settings: SettingsTable;
  users: UsersTable;
  roles: RolesTable;
  role_permissions: RolePermissionsTable;
  user_roles: UserRolesTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  enrolments: EnrolmentsTable;
  idempotency_keys: IdempotencyKeysTable;
  pay_password_attempts: PayPasswordAttemptsTable;
  bankcards: BankcardsTable;
  deposits: DepositsTable;
  withdrawals: WithdrawalsTable;
  payment_requests: PaymentRequestsTable;
  batch_transfers: BatchTransfersTable;
  batch_transfer_items: BatchTransferItemsTable;
  adjustments: AdjustmentsTable;
  audit_logs: AuditLogsTable;
  audit_heads: AuditHeadsTable;
  files: FilesTable;
  stored_resources: StoredResourcesTable;
  menus: MenusTable;
  channels: ChannelsTable;
  orders: OrdersTable;
  payouts: PayoutsTable;
  wallets: WalletsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
}
