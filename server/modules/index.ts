import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { removeUnusedFiles } from '#server/files/fileStore.ts';
import { forgetExpiredKeys } from '#server/resources/idempotently.ts';
import { resetFarFutureJobs } from '#server/jobs/jobQueue.ts';
import { forgetAttempts } from '#server/limits/attempts.ts';
import { forgetCallCounts } from '#server/limits/callCounts.ts';
import { forgetOldFailures } from '#server/limits/signInAttempts.ts';
import type { ResourceBackend } from '#server/resources/ResourceBackend.ts';
import { sharedBetweenSides } from '#server/resources/sharedBetweenSides.ts';
import type { Services } from '#server/services.ts';
import { adjustmentsModule } from './adjustments/module.ts';
import { apiCallsModule } from './apiCalls/module.ts';
import { auditLogsModule } from './auditLogs.ts';
import { bankcardsModule } from './bankcards/module.ts';
import { basicInformationModule } from './basicInformation/module.ts';
import { batchesModule } from './batches/module.ts';
import { channelsModule } from './channels/module.ts';
import { declarationsModule } from './declarations/module.ts';
import { depositsModule } from './deposits/module.ts';
import { enrolmentModule } from './enrolment/module.ts';
import { gatewayModule } from './gateway/module.ts';
import { homeModule } from './dashboard/module.ts';
import { importsModule } from './imports/module.ts';
import { liveModule } from './live/module.ts';
import { mailsModule } from './mails/module.ts';
import { menusModule } from './menus/module.ts';
import type { MaintenanceSettings, Module } from './Module.ts';
import { moneyFormsModule } from './moneyForms/module.ts';
import { notificationsModule } from './notifications/module.ts';
import { notifyAttemptsModule } from './notifyAttempts/module.ts';
import { operatorRequestsModule } from './operatorRequests/module.ts';
import { ordersModule } from './orders/module.ts';
import { accountModule } from './account/module.ts';
import { payeesModule } from './payees/module.ts';
import { paymentRequestsModule } from './paymentRequests/module.ts';
import { paymentRulesModule } from './paymentRules/module.ts';
import { payoutsModule } from './payouts/module.ts';
import { platformModule } from './platform/module.ts';
import { refundsModule } from './refunds/module.ts';
import { rolesModule } from './roles/module.ts';
import { schedulesModule } from './schedules/module.ts';
import { sessionsModule } from './sessions/module.ts';
import { signingKeysModule } from './signingKeys/module.ts';
import { statementsModule } from './statements/module.ts';
import { submerchantsModule } from './submerchants/module.ts';
import { tasksModule } from './tasks/module.ts';
import { testModeModule } from './testMode/module.ts';
import { usersModule } from './users/module.ts';
import { walletsModule } from './wallets/module.ts';
import { webhookEndpointsModule } from './webhookEndpoints/module.ts';
import { withdrawalsModule } from './withdrawals/module.ts';

/** Maintenance of tables that all modules share. */
const shared: Module = {
  async maintain(db, now) {
    await resetFarFutureJobs(db, now);
    await forgetExpiredKeys(db, now);
    await removeUnusedFiles(db, now);
    await forgetCallCounts(db, now);
    await forgetAttempts(db, now);
    await forgetOldFailures(db, now);
  },
};

/** All modules. */
export const MODULES: readonly Module[] = [
  shared,
  sessionsModule,
  enrolmentModule,
  accountModule,
  notificationsModule,
  liveModule,
  menusModule,
  declarationsModule,
  rolesModule,
  usersModule,
  auditLogsModule,
  operatorRequestsModule,
  ordersModule,
  payoutsModule,
  refundsModule,
  channelsModule,
  walletsModule,
  statementsModule,
  mailsModule,
  depositsModule,
  webhookEndpointsModule,
  withdrawalsModule,
  paymentRequestsModule,
  paymentRulesModule,
  adjustmentsModule,
  bankcardsModule,
  payeesModule,
  batchesModule,
  moneyFormsModule,
  submerchantsModule,
  homeModule,
  basicInformationModule,
  signingKeysModule,
  platformModule,
  gatewayModule,
  apiCallsModule,
  notifyAttemptsModule,
  tasksModule,
  importsModule,
  schedulesModule,
  testModeModule,
];

/** Back ends of the resources whose records modules keep. Each needs a declaration to be visible. */
export async function codeOwnedResources(services: Services): Promise<ReadonlyMap<string, ResourceBackend>> {
  const owned = await Promise.all(MODULES.map(async ({ resources }) => resources?.(services) ?? {}));
  return new Map(
    owned
      .flatMap((backends) => Object.entries(backends))
      .map(([name, backend]) => [name, backend.side === 'both' ? sharedBetweenSides(services.db, backend) : backend]),
  );
}

/** Deletes expired data. Runs hourly. Also vacuums the embedded database; PostgreSQL does so itself. */
export async function maintain(
  db: Db,
  clock: Clock,
  settings: MaintenanceSettings = { sendsMail: false },
): Promise<void> {
  const now = clock.now();
  for (const module of MODULES) await module.maintain?.(db, now, settings);
  if (db.kind === 'embedded') await db.maintain();
}
