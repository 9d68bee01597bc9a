import { describe, expect, it } from 'vitest';
import { EITHER_DATABASE } from '#tests/support/testDatabase.ts';
import { openedImport } from './openedImport.ts';

describe.each(EITHER_DATABASE)('an import on the %s database', (kind) => {
  const imports = openedImport(kind);

  it('creates records of a file whose columns have labels of any language', async () => {
    const file = await imports.world.uploaded(
      'Code,客户名称,Firm,Stage,Seats,Weight,Credit (CNY),Discount,Active,Since,Called at (UTC)\n' +
        'a1,Ann,Acme,成交,"1,200",12.5,"1,234.50",2.5%,sí,2026/3/8,2026-03-08 15:04:05\n' +
        `a2,'=1+1,${imports.firm},lead,,,,,,,\n`,
    );
    expect(file).toMatchObject({ status: 'ready', counts: { total: 2, problems: 0, create: 2 } });
    expect(await imports.world.applied(file.id, 'all')).toMatchObject({ status: 'done', counts: { created: 2 } });
    const all = await imports.world.list('clients');
    expect(all.find(({ code }) => code === 'a1')).toMatchObject({
      name: 'Ann',
      firm_id: imports.firm,
      stage: 'won',
      seats: 1200,
      weight: '12.500',
      credit: '123450',
      discount: 250,
      active: true,
      since: '2026-03-08',
      called_at: '2026-03-08T15:04:05.000Z',
    });
    expect(all.find(({ code }) => code === 'a2')).toMatchObject({ name: '=1+1', seats: null, stage: 'lead' });
  });

  it('tells problems at their cells, which can be mended', async () => {
    const file = await imports.world.uploaded(
      'code,firm_id,stage,seats,credit,since,active\n' +
        'b1,Twin,lost,-1,1.234,03/04/2026,maybe\n' +
        'b2,Nobody,won,2,3.00,2026-03-04,yes\n' +
        'b2,Acme,won,2,3.00,2026-03-04,yes\n' +
        ',Acme,won,2,3.00,2026-03-04,yes\n',
    );
    expect(file.counts).toMatchObject({ total: 4, problems: 4, create: 0 });
    const problems = (await imports.world.rows(file.id)).map((row) => Object.keys(row.problems).toSorted());
    expect(problems).toEqual([
      ['active', 'credit', 'firm_id', 'seats', 'since', 'stage'],
      ['code', 'firm_id'],
      ['code'],
      ['code'],
    ]);
    expect((await imports.world.post(`${file.id}/apply`, { mode: 'all' })).statusCode).toBe(409);
    const mended = await imports.world.put(`${file.id}/rows/3`, { cells: { 0: 'b3', 1: 'Acme' } });
    expect(mended.json()).toMatchObject({ data: { rows: [{ line: 3, problems: {}, act: 'create' }, { line: 4 }] } });
    expect((await imports.world.get(file.id)).counts).toMatchObject({ problems: 2, create: 2 });
    expect(await imports.world.applied(file.id, 'valid')).toMatchObject({ counts: { created: 2, problems: 2 } });
    const rest = await imports.world.call({
      url: `/prod-api/imports/${file.id}/rest?format=csv`,
      token: imports.world.token,
    });
    expect(rest.body.split('\r\n').filter(Boolean)).toHaveLength(3);
  });

  it('changes records by their key, and is undone unless they have changed since', async () => {
    const created = await imports.world.uploaded('code,name\nc1,One\nc2,Two\nc3,Three\n');
    await imports.world.applied(created.id, 'all');
    const file = await imports.world.uploaded('code,name\nc1,Uno\nc2,Dos\nc3,Three\nc4,Cuatro\n');
    expect(file.counts).toMatchObject({ create: 1, update: 2, same: 1 });
    expect((await imports.world.applied(file.id, 'all')).counts).toMatchObject({ created: 1, updated: 2, same: 1 });
    const c2 = (await imports.world.list('clients')).find(({ code }) => code === 'c2');
    const edited = await imports.world.call({
      method: 'PUT',
      url: `/prod-api/clients/${String(c2?.['id'])}`,
      token: imports.world.token,
      payload: { notes: 'called' },
    });
    expect(edited.statusCode).toBe(200);
    expect(await imports.world.undone(file.id)).toMatchObject({ status: 'undone', counts: { undone: 2, kept: 1 } });
    const after = new Map((await imports.world.list('clients')).map(({ code, name }) => [code, name]));
    expect([after.get('c1'), after.get('c2'), after.has('c4')]).toEqual(['One', 'Dos', false]);
  });

  it('takes back all rows if one can’t be written, and can be applied again', async () => {
    const file = await imports.world.uploaded('code,name\nd1,One\nd2,Two\n');
    await imports.world.create('clients', { code: 'd2' });
    const after = await imports.world.applied(file.id, 'all');
    expect(after).toMatchObject({ status: 'ready', counts: { created: 0, problems: 1, create: 1 } });
    expect((await imports.world.list('clients')).filter(({ code }) => String(code).startsWith('d'))).toHaveLength(1);
  });

  it('needs the permission, also for what its rows do', async () => {
    const viewer = await imports.world.signIn('viewer');
    const refused = await imports.world.call({
      method: 'POST',
      url: '/prod-api/imports?resource=clients&name=a.csv',
      token: viewer.login_token,
      payload: Buffer.from('code\ne1\n'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(refused.statusCode).toBe(403);
  });

  it('maps columns as the user chooses', async () => {
    const file = await imports.world.uploaded('Number,Remark\nf1,x\n');
    expect(file.columns).toEqual([
      { heading: 'Number', source: null },
      { heading: 'Remark', source: null },
    ]);
    expect(file.counts).toMatchObject({ problems: 1 });
    const mapped = await imports.world.put(`${file.id}/columns`, { sources: ['code', 'notes'] });
    expect(mapped.json()).toMatchObject({ data: { status: 'ready', counts: { problems: 0, create: 1 } } });
    expect((await imports.world.put(`${file.id}/columns`, { sources: ['code', 'code'] })).statusCode).toBe(422);
  });
});
