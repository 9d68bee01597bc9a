import { describe, expect, it } from 'vitest';
import { firstSidebarState, nextSidebarState, sidebarCookie } from '#console/shell/sidebar/sidebarState.ts';

const openDesktop = { open: true, mobile: false };

describe('the sidebar at start', () => {
  it.each([
    [undefined, true],
    ['1', true],
    ['0', false],
    ['garbage', true],
  ])('with cookie %s is open: %s', (cookie, open) => {
    expect(firstSidebarState(cookie, false)).toEqual({ open, mobile: false });
  });

  it('is closed on a narrow screen, whatever the cookie', () => {
    const state = firstSidebarState('1', true);
    expect(state).toEqual({ open: false, mobile: true });
    expect(sidebarCookie(state)).toBe('0');
  });
});

describe('the sidebar', () => {
  it('toggles together with its cookie', () => {
    const closed = nextSidebarState(openDesktop, { type: 'toggled' });
    expect(closed).toEqual({ open: false, mobile: false });
    expect(sidebarCookie(closed)).toBe('0');
    expect(sidebarCookie(nextSidebarState(closed, { type: 'toggled' }))).toBe('1');
  });

  it('closes when a page is selected, on a narrow screen only', () => {
    expect(nextSidebarState({ open: true, mobile: true }, { type: 'left' }).open).toBe(false);
    expect(nextSidebarState(openDesktop, { type: 'left' }).open).toBe(true);
  });

  it('closes when the window becomes narrow, and stays closed when it grows again', () => {
    const narrow = nextSidebarState(openDesktop, { type: 'resized', mobile: true });
    expect(narrow).toEqual({ open: false, mobile: true });
    expect(nextSidebarState(narrow, { type: 'resized', mobile: false })).toEqual({ open: false, mobile: false });
  });

  it("ignores a resize that doesn't change the kind of screen", () => {
    const openMobile = { open: true, mobile: true };
    expect(nextSidebarState(openMobile, { type: 'resized', mobile: true })).toBe(openMobile);
  });
});
