import { describe, expect, it, vi } from 'vitest';
import { rememberedScheme } from '#console/shell/settings/rememberedScheme.ts';
import { DEFAULT_SETTINGS, createShellSettingsStore } from '#console/shell/settings/shellSettingsStore.ts';

const reloaded = () => createShellSettingsStore(localStorage).get();

describe('the settings', () => {
  it('are reset by a reload unless they are to be remembered', () => {
    const store = createShellSettingsStore(localStorage);
    store.change({ fixedHeader: true });
    expect(store.get().settings.fixedHeader).toBe(true);
    expect(localStorage).toHaveLength(0);
    expect(reloaded()).toEqual({ settings: DEFAULT_SETTINGS, isRemembered: false });
  });

  it('are remembered with all later changes', () => {
    const store = createShellSettingsStore(localStorage);
    store.change({ themeColor: '#f5222d' });
    store.remember(true);
    store.change({ colorScheme: 'dark' });
    expect(reloaded()).toEqual({
      settings: { ...DEFAULT_SETTINGS, themeColor: '#f5222d', colorScheme: 'dark' },
      isRemembered: true,
    });
  });

  it('stay until the reload when they are no longer to be remembered', () => {
    const store = createShellSettingsStore(localStorage);
    store.change({ sidebarLogo: true });
    store.remember(true);
    store.remember(false);
    expect(store.get().settings.sidebarLogo).toBe(true);
    expect(reloaded().settings).toEqual(DEFAULT_SETTINGS);
  });

  it.each(['{', 'null', '7', '{"themeColor":"red"}', '{"tagsView":"yes"}'])('have defaults if %s is stored', (text) => {
    localStorage.setItem('shell-settings', text);
    expect(reloaded().settings).toEqual(DEFAULT_SETTINGS);
  });

  it('have defaults for missing parts', () => {
    localStorage.setItem('shell-settings', '{"fixedHeader":true}');
    expect(reloaded()).toEqual({ settings: { ...DEFAULT_SETTINGS, fixedHeader: true }, isRemembered: true });
  });

  it("last as long as the page if the storage can't be written", () => {
    const full = { getItem: () => null, removeItem: () => {}, setItem: vi.fn<Storage['setItem']>() };
    full.setItem.mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const store = createShellSettingsStore(full);
    store.remember(true);
    store.change({ tagsView: false });
    expect(store.get().settings.tagsView).toBe(false);
  });
});

describe('the remembered appearance', () => {
  it('is what was stored, or null if that follows the system', () => {
    const store = createShellSettingsStore(localStorage);
    store.remember(true);
    expect(rememberedScheme(localStorage)).toBeNull();
    store.change({ colorScheme: 'light' });
    expect(rememberedScheme(localStorage)).toBe('light');
  });

  it.each(['{', 'null', '7', '{"colorScheme":"blue"}'])('is null if %s is stored', (text) => {
    localStorage.setItem('shell-settings', text);
    expect(rememberedScheme(localStorage)).toBeNull();
  });
});
