import { expect, it, vi } from 'vitest';
import { createDraftStore } from '#console/resource/drafts/DraftStore.tsx';
import { createSessionEnds } from '#console/app/sessionEnds.ts';
import { createEntrance } from '#console/entry/entrance.ts';
import { createNoticeBoard } from '#console/entry/login/Notice.tsx';
import { createPendingChanges } from '#console/shell/pendingChanges.ts';
import { gate } from '#tests/support/gate.ts';
import { TestClock } from '#tests/support/testClock.ts';

function setUp() {
  const changes = createPendingChanges();
  const logout = vi.fn(async () => {});
  const ends = createSessionEnds({
    settings: { idleMinutes: 15 },
    storage: localStorage,
    events: { addEventListener: () => {} },
    clock: new TestClock(),
    api: () => Promise.reject(new Error('Not expected')),
    authProvider: { logout },
    drafts: createDraftStore(),
    entrance: createEntrance({ browser: window, getToken: () => null }),
    notices: createNoticeBoard(),
    changes,
  });
  return { changes, logout, ends };
}

it.each(['logOut', 'endForIdleness'] as const)('%s ends the session at once without changes to send', (end) => {
  const { logout, ends } = setUp();
  ends[end]();
  expect(logout).toHaveBeenCalledOnce();
});

it.each(['logOut', 'endForIdleness'] as const)('%s ends the session after the changes that wait', async (end) => {
  const { changes, logout, ends } = setUp();
  const answered = gate();
  changes.follow(() => answered.opened);
  ends[end]();
  expect(logout).not.toHaveBeenCalled();
  answered.open();
  await vi.waitFor(() => expect(logout).toHaveBeenCalledOnce());
});
