import type { Kysely, Transaction } from 'kysely';
import type {
  AuthenticatorChangesTable,
  EnrolmentsTable,
  KnownOriginsTable,
  MenusTable,
  MenuVersionsTable,
  NotificationsTable,
  RecoveryCodesTable,
  RolePermissionsTable,
  RolesTable,
  RolledOutGrantsTable,
  RolledOutPagesTable,
  RollOutsTable,
  SessionsTable,
  SignInFailuresTable,
  UserAttemptsTable,
  UserRolesTable,
  SignInResetsTable,
  UserPowersTable,
  UsersTable,
} from './tables/access.ts';
import type {
  ApiCallsTable,
  ChannelConnectionsTable,
  GatewayEventsTable,
  GatewayNoncesTable,
  NotifyAttemptsTable,
  NotifyJobsTable,
  OrderJobsTable,
  PayoutJobsTable,
  RefundJobsTable,
  SandboxCollectionsTable,
  SandboxOrdersTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
} from './tables/gateway.ts';
import type { ImportJobsTable, ImportRowsTable, ImportsTable } from './tables/imports.ts';
import type { LedgerEntriesTable, LedgerLinesTable, LedgerTransactionsTable, WalletsTable } from './tables/ledger.ts';
import type {
  AuditHeadsTable,
  AuditLogsTable,
  ChangesTable,
  FilePartsTable,
  FilesTable,
  IdempotencyKeysTable,
  MailJobsTable,
  ResourceEndpointsTable,
  ScheduleJobsTable,
  SchedulesTable,
  StoredResourcesTable,
  TaskJobsTable,
  TaskPartsTable,
  TasksTable,
} from './tables/records.ts';
import type {
  AdjustmentsTable,
  BankcardsTable,
  BatchTransferItemsTable,
  BatchTransfersTable,
  DepositsTable,
  OperatorRequestsTable,
  PayeesTable,
  PaymentRequestsTable,
  UnapprovedOutflowsTable,
  PlatformLimitsTable,
  WithdrawalsTable,
} from './tables/requests.ts';
import type {
  DirectoryTable,
  MerchantDescendantsTable,
  MerchantKeysTable,
  MerchantsTable,
  StatementAnnouncementsTable,
  SettingsTable,
  TermsVersionsTable,
  SigningKeysTable,
} from './tables/tenants.ts';
import type { ChannelsTable, OpenChannelsView, OrdersTable, PayoutsTable, RefundsTable } from './tables/trade.ts';

export type * from './tables/access.ts';
export type { CheckerRelation } from './tables/columns.ts';
export type * from './tables/gateway.ts';
export type * from './tables/imports.ts';
export type * from './tables/ledger.ts';
export type * from './tables/records.ts';
export type * from './tables/requests.ts';
export type * from './tables/tenants.ts';
export type * from './tables/trade.ts';

/** Row types of all tables and views by name. */
export interface Database {
  merchants: MerchantsTable;
  merchant_descendants: MerchantDescendantsTable;
  statement_announcements: StatementAnnouncementsTable;
  merchant_keys: MerchantKeysTable;
  signing_keys: SigningKeysTable;
  directory: DirectoryTable;
  settings: SettingsTable;
  terms_versions: TermsVersionsTable;
  users: UsersTable;
  roles: RolesTable;
  role_permissions: RolePermissionsTable;
  user_roles: UserRolesTable;
  user_powers: UserPowersTable;
  sign_in_resets: SignInResetsTable;
  sessions: SessionsTable;
  sign_in_failures: SignInFailuresTable;
  known_origins: KnownOriginsTable;
  enrolments: EnrolmentsTable;
  idempotency_keys: IdempotencyKeysTable;
  pay_password_attempts: UserAttemptsTable;
  login_password_attempts: UserAttemptsTable;
  totp_attempts: UserAttemptsTable;
  recovery_codes: RecoveryCodesTable;
  authenticator_changes: AuthenticatorChangesTable;
  notifications: NotificationsTable;
  bankcards: BankcardsTable;
  payees: PayeesTable;
  deposits: DepositsTable;
  withdrawals: WithdrawalsTable;
  operator_requests: OperatorRequestsTable;
  platform_limits: PlatformLimitsTable;
  payment_requests: PaymentRequestsTable;
  batch_transfers: BatchTransfersTable;
  batch_transfer_items: BatchTransferItemsTable;
  adjustments: AdjustmentsTable;
  unapproved_outflows: UnapprovedOutflowsTable;
  audit_logs: AuditLogsTable;
  audit_heads: AuditHeadsTable;
  changes: ChangesTable;
  files: FilesTable;
  file_parts: FilePartsTable;
  tasks: TasksTable;
  task_parts: TaskPartsTable;
  task_jobs: TaskJobsTable;
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_jobs: ImportJobsTable;
  mail_jobs: MailJobsTable;
  schedules: SchedulesTable;
  schedule_jobs: ScheduleJobsTable;
  resource_endpoints: ResourceEndpointsTable;
  stored_resources: StoredResourcesTable;
  menus: MenusTable;
  menu_versions: MenuVersionsTable;
  roll_outs: RollOutsTable;
  rolled_out_pages: RolledOutPagesTable;
  rolled_out_grants: RolledOutGrantsTable;
  channels: ChannelsTable;
  v_channels: OpenChannelsView;
  channel_connections: ChannelConnectionsTable;
  orders: OrdersTable;
  payouts: PayoutsTable;
  refunds: RefundsTable;
  payout_jobs: PayoutJobsTable;
  refund_jobs: RefundJobsTable;
  order_jobs: OrderJobsTable;
  notify_jobs: NotifyJobsTable;
  notify_attempts: NotifyAttemptsTable;
  gateway_events: GatewayEventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  gateway_nonces: GatewayNoncesTable;
  api_calls: ApiCallsTable;
  sandbox_orders: SandboxOrdersTable;
  sandbox_collections: SandboxCollectionsTable;
  wallets: WalletsTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_lines: LedgerLinesTable;
}

export type Tx = Transaction<Database>;

/** For queries that run in a transaction or outside. */
export type DbOrTx = Kysely<Database>;
