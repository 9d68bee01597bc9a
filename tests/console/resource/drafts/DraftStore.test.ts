import { beforeEach, describe, expect, it } from 'vitest';
import {
  createDraftStore,
  type Draft,
  type DraftStore,
} from '../../../../packages/ra-declared/src/drafts/DraftStore.tsx';

const draft = (name: string): Draft => ({ values: { name }, before: { name: '' } });

describe('a draft', () => {
  let drafts: DraftStore;
  beforeEach(() => {
    drafts = createDraftStore();
  });
  const open = (name: string | null, address = '/suppliers/create?from=1', owner = 'ann') =>
    drafts.open(() => ({ owner, address, read: () => (name === null ? null : draft(name)) }));

  it('is returned once, to the user who typed it', () => {
    open('Acme');
    drafts.keep();
    expect(drafts.addresses('ann')).toEqual(['/suppliers/create?from=1']);
    expect(drafts.take('ann', '/suppliers/create')).toEqual(draft('Acme'));
    expect(drafts.take('ann', '/suppliers/create')).toBeNull();
    expect(drafts.addresses('ann')).toEqual([]);
  });

  it('belongs to the page that it was typed on', () => {
    open('Acme', '/suppliers/1');
    open('Bolt', '/suppliers/2');
    drafts.keep();
    expect(drafts.take('ann', '/suppliers/2')).toEqual(draft('Bolt'));
    expect(drafts.addresses('ann')).toEqual(['/suppliers/1']);
  });

  it("isn't kept of a form that was left, nor of an unchanged one", () => {
    open('Acme')();
    open(null, '/suppliers/2');
    drafts.keep();
    expect(drafts.addresses('ann')).toEqual([]);
  });

  it.each([
    ['asks for it', () => drafts.take('bob', '/suppliers/create')],
    ['signs in', () => drafts.claim('bob')],
  ])('is deleted once another user %s', (_what, meddle) => {
    open('Acme');
    drafts.keep();
    expect(meddle() ?? null).toBeNull();
    expect(drafts.take('ann', '/suppliers/create')).toBeNull();
  });

  it('of the other side stays until the user is back there, also at the same address', () => {
    open('live');
    drafts.keep();
    drafts.claim('ann test');
    expect(drafts.addresses('ann test')).toEqual([]);
    expect(drafts.take('ann test', '/suppliers/create')).toBeNull();
    open('test', '/suppliers/create', 'ann test');
    drafts.keep();
    drafts.claim('ann');
    expect(drafts.take('ann', '/suppliers/create')).toEqual(draft('live'));
    expect(drafts.take('ann test', '/suppliers/create')).toEqual(draft('test'));
  });

  it("stays if the user gives up another form's input", () => {
    open('Acme', '/suppliers/1');
    drafts.keep();
    open('Bolt', '/suppliers/2');
    drafts.abandon();
    drafts.keep();
    expect(drafts.addresses('ann')).toEqual(['/suppliers/1']);
  });

  it("isn't kept when its user signs out", () => {
    open('Acme', '/suppliers/1');
    drafts.keep();
    open('Bolt', '/suppliers/2');
    drafts.empty();
    drafts.keep();
    expect(drafts.addresses('ann')).toEqual([]);
  });
});
