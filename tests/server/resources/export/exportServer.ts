import { once } from 'node:events';
import path from 'node:path';
import Fastify from 'fastify';
import { declarationSchema, toResource } from '@merchant-console/declaration';
import { TestClock } from '#tests/support/testClock.ts';
import type { Db } from '#server/db/connect.ts';
import { mapErrors } from '#server/http/errorMapper.ts';
import { createErrorTexts } from '#server/http/errorTexts.ts';
import { Router } from '#server/http/router.ts';
import { loadMessages } from '#server/i18n/loadMessages.ts';
import { translatorsOf } from '#server/i18n/translators.ts';
import { ordersSource } from '#server/modules/orders/service.ts';
import { exportRoute } from '#server/resources/calls/readRoutes.ts';
import { createFileStreams } from '#server/resources/export/fileStreams.ts';
import { createExporter, type ExportAudit } from '#server/resources/export/createExporter.ts';
import type { RecordSource } from '#server/resources/RecordSource.ts';
import { viewSource } from '#server/resources/tableSource.ts';
import { seededDatabase } from '#tests/demo/seededDatabase.ts';
import declaredChannels from '../../../../resources/channels.json' with { type: 'json' };
import declaredOrders from '../../../../resources/orders.json' with { type: 'json' };

const PROJECT = path.resolve(import.meta.dirname, '../../../..');
const ALL = ['orders.list', 'orders.export', 'channels.list'];

interface Ask {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface ExportServer {
  db: Db;
  /** Tenant of the demo with the most orders. */
  merchantId: string;
  audited: ExportAudit[];
  /** Wraps the source of orders, for a test that needs it slower, endless or broken. */
  wrap: (source: RecordSource) => RecordSource;
  permissions: string[];
  /** Requests the export of orders over HTTP. */
  get(query: Record<string, string>, init?: Ask): Promise<Response>;
  close(): Promise<void>;
}

/**
 * The export of orders on a listening server, without the other calls.
 * @param history of the demo
 */
export async function startExportServer(
  kind: Db['kind'],
  history: Parameters<typeof seededDatabase>[1] = { orders: 2_500 },
): Promise<ExportServer> {
  const clock = new TestClock();
  const { db, remove } = await seededDatabase(kind, history);
  const { tenant_id, record_id } = await db.kysely
    .selectFrom('directory')
    .where('name', '=', 'demo')
    .select(['tenant_id', 'record_id'])
    .executeTakeFirstOrThrow();

  const translators = translatorsOf(await loadMessages(path.join(PROJECT, 'i18n')));
  const [orders, channels] = [declaredOrders, declaredChannels].map((one) => toResource(declarationSchema.parse(one)));
  if (!orders || !channels) throw new Error('no declarations');
  const app = Fastify({ logger: false });
  mapErrors(app, createErrorTexts(translators));
  const server: Omit<ExportServer, 'get' | 'close'> = {
    db,
    merchantId: tenant_id,
    audited: [],
    permissions: ALL,
    wrap: (source) => source,
  };
  const router = new Router({
    app,
    verifyAnswers: true,
    onRefused: async () => {},
    authenticate: async () => ({
      id: 's',
      userId: record_id,
      merchantId: tenant_id,
      accountId: tenant_id,
      isTest: false,
      permissions: new Set(server.permissions),
      menuVersion: '',
      isConfirmed: false,
      preview: null,
    }),
  });
  const channelRows = await viewSource(db, 'v_channels');
  const exporter = createExporter({
    db,
    clock,
    translators,
    streamFile: createFileStreams(db),
    find: (name) => (name === 'channels' ? { resource: channels, source: channelRows, namesForAll: false } : undefined),
    audit: async (_, exported) => {
      server.audited.push(exported);
    },
  });
  const real = ordersSource(db);
  const source: RecordSource = {
    list: (...args) => server.wrap(real).list(...args),
    one: (...args) => server.wrap(real).one(...args),
    summary: (...args) => server.wrap(real).summary(...args),
    slices: (...args) => server.wrap(real).slices(...args),
    columns: real.columns,
  };
  const { call, answer } = exportRoute({ resource: orders, backend: { source } }, { exporter });
  if (call.access === 'public') throw new Error('an export is not public');
  router.signedIn({ ...call, access: call.access }, ({ request, reply, session }) =>
    answer({ request, reply, session, params: {} }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return Object.assign(server, {
    get: (query: Record<string, string>, { headers, signal }: Ask = {}) =>
      fetch(`http://127.0.0.1:${address.port}/prod-api/orders/export?${new URLSearchParams(query)}`, {
        headers: { 'X-Token': 't', ...headers },
        ...(signal ? { signal } : {}),
      }),
    async close() {
      const closed = once(app.server, 'close');
      app.server.closeAllConnections();
      await app.close();
      await closed;
      await remove();
    },
  });
}
