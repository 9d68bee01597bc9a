import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Language } from '@merchant-console/declaration/languages';
import type { Db } from '#server/db/connect.ts';
import type { Processor } from '#server/jobs/createProcessor.ts';
import { announceStatements } from '#server/modules/statements/announceStatements.ts';
import { createMetrics, type Metrics } from '#server/process/createMetrics.ts';
import { type MailServer, startMailServer } from '#tests/support/mailServer.ts';
import { readMail } from '#tests/support/readMail.ts';
import { startWorld, type World } from '#tests/support/world.ts';

export const HOUR = 3600;

export const SUBJECTS: Record<Language, string> = {
  en: 'account statement for October 2026',
  zh: '2026年10月对账单',
  es: 'estado de cuenta de octubre de 2026',
  ja: '2026年10月の取引明細書',
};

const isMailer = (worker: { subject: string }): worker is Processor => worker.subject === 'mail' && 'step' in worker;

/**
 * A server with two mailers and a mail server, for all tests of the `describe` around. Use what it returns in tests
 * only.
 */
export function statementMailWorld(kind: Db['kind']) {
  let mailServer: MailServer;
  let world: World;
  let metrics: Metrics;
  let workers: Processor[];
  let merchantId: string;
  const lines: string[] = [];
  beforeAll(async () => {
    mailServer = await startMailServer();
    metrics = createMetrics();
    world = await startWorld(kind, {
      orders: 20,
      app: {
        mail: { server: mailServer.server, from: { name: 'Console', address: 'console@pay.example' } },
        publicUrl: 'https://console.example',
        metrics,
        logLevel: 'info',
        logTo: { write: (line) => void lines.push(line) },
      },
    });
    // Those of two servers.
    workers = [...world.app.workers(), ...world.app.workers()].filter(isMailer);
    merchantId = (await userOf('demo')).merchant_id;
  });
  afterAll(async () => {
    await world.close();
    await mailServer.close();
  });
  beforeEach(async () => {
    await db().updateTable('users').set({ statement_mail_language: null }).execute();
    await turnOn('demo', 'en');
  });
  afterEach(async () => {
    mailServer.accept();
    mailServer.received.length = 0;
    await db().deleteFrom('statement_announcements').execute();
    await db().deleteFrom('mail_jobs').execute();
  });
  const db = () => world.db.kysely;
  const userOf = (username: string) =>
    db().selectFrom('users').where('username', '=', username).selectAll().executeTakeFirstOrThrow();
  const changeMerchant = (values: object) =>
    db().updateTable('merchants').set(values).where('merchant_id', '=', merchantId).execute();
  const announce = (byMail = true) => announceStatements(world.db, world.clock.now(), { byMail });
  const jobs = () => db().selectFrom('mail_jobs').selectAll().execute();
  const step = () => Promise.all(workers.map((worker) => worker.step()));
  const received = () => mailServer.received.map(({ raw }) => readMail(raw));
  async function turnOn(username: string, language: string, isOn = true) {
    const { login_token: token } = await world.signIn(username);
    const headers = { 'accept-language': language };
    const request = { method: 'PUT', url: '/prod-api/own-account/statement-mail', payload: { is_on: isOn } } as const;
    return world.call({ ...request, token, headers });
  }
  const exports = async () => {
    const logged = db().selectFrom('audit_logs').where('action', '=', 'statements.export');
    return logged.selectAll().orderBy('seq').execute();
  };
  const counted = async (result: string) =>
    Number(new RegExp(`mails_total\\{result="${result}"\\} (\\d+)`).exec(await metrics.text())?.[1] ?? 0);
  return {
    get mailServer() {
      return mailServer;
    },
    get merchantId() {
      return merchantId;
    },
    get world() {
      return world;
    },
    db,
    exports,
    announce,
    jobs,
    step,
    received,
    counted,
    turnOn,
    changeMerchant,
    lines,
    userOf,
  };
}
