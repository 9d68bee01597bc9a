import { expect, it, vi } from 'vitest';
import { createSessionEnds } from '#console/app/sessionEnds.ts';
import { createEntrance } from '#console/entry/entrance.ts';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { createDraftStore } from '../../../packages/ra-declared/src/drafts/DraftStore.tsx';
import { createPendingChanges, sendingFirst } from '#console/shell/pendingChanges.ts';
import { gate } from '#tests/support/gate.ts';
import { TestClock } from '#tests/support/testClock.ts';

const OWNER = 'ana';
const ADDRESS = '/suppliers/create';

function setUp() {
  const changes = createPendingChanges();
  const drafts = createDraftStore();
  const notices = createNoticeBoard();
  const logout = vi.fn(async () => {});
  const ends = createSessionEnds({
    settings: { idleMinutes: 15 },
    storage: localStorage,
    events: { addEventListener: () => {} },
    clock: new TestClock(),
    api: () => Promise.reject(new Error('Not expected')),
    authProvider: { logout },
    drafts,
    entrance: createEntrance({ browser: window, getToken: () => null }),
    notices,
  });
  drafts.open(() => ({ owner: OWNER, address: ADDRESS, read: () => ({ values: { name: 'A' }, before: {} }) }));
  return {
    changes,
    logout,
    notice: () => notices.get()?.text,
    isDraftKept() {
      drafts.keep();
      return drafts.take(OWNER, ADDRESS) !== null;
    },
    ends: sendingFirst(changes, ends),
  };
}

it.each(['user', 'idle'] as const)('a session ends at once without changes to send: %s', (reason) => {
  const { logout, ends } = setUp();
  void ends.logout({ reason });
  expect(logout).toHaveBeenCalledOnce();
});

it.each(['user', 'idle'] as const)('a session ends after the changes that wait: %s', async (reason) => {
  const { changes, logout, ends } = setUp();
  const answered = gate();
  changes.follow(() => answered.opened);
  void ends.logout({ reason });
  expect(logout).not.toHaveBeenCalled();
  answered.open();
  await vi.waitFor(() => expect(logout).toHaveBeenCalledOnce());
});

it('input is discarded at the user’s request, and kept for other reasons, of which idleness is shown', async () => {
  const byUser = setUp();
  await byUser.ends.logout({ reason: 'user' });
  expect([byUser.isDraftKept(), byUser.notice()]).toEqual([false, undefined]);
  const idle = setUp();
  await idle.ends.logout({ reason: 'idle' });
  expect([idle.isDraftKept(), idle.notice()]).toEqual([true, 'login.ended_idle']);
  const byItself = setUp();
  expect(await byItself.ends.logout({})).toBe(false);
  expect([byItself.isDraftKept(), byItself.notice()]).toEqual([true, undefined]);
});
