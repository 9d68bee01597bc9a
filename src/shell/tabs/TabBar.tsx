import Close from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { IconButton } from '@mui/material';
import { memo, useEffect, useId, useLayoutEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslate } from 'react-admin';
import { lazy, useKeptFocus, useLongPress } from '@merchant-console/ra-declared/internal';
import type { OpenTab, TabActions } from './openTabs.ts';
import type { MenuPlace } from './TabMenu.tsx';
import { Bar, CloseButton, Mark, Strip, Tab, TabList, TabTitle } from './tabStyles.ts';

const TabMenu = lazy(async () => (await import('./TabMenu.tsx')).TabMenu);

interface TabBarProps {
  tabs: readonly OpenTab[];
  /** Path of the open page. */
  active: string;
  actions: TabActions;
}

/**
 * Tab bar of the open pages. Arrow keys move between tabs, Enter opens one, Delete closes it. The menu key or a long
 * press shows all actions.
 */
export const TabBar = memo(function TabBar({ tabs, active, actions }: TabBarProps) {
  const translate = useTranslate();
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const [menu, setMenu] = useState<{ tab: OpenTab; place: MenuPlace } | null>(null);
  const unsavedId = useId();
  useTabInView(strip, active, tabs.map(({ title }) => title).join('\n'));
  useWheel(strip);
  const onFocus = useKeptFocus(() => strip?.querySelector<HTMLElement>('[role=tab][tabindex="0"]'));

  const tabOf = ({ target }: { target: EventTarget }) => {
    const element = target instanceof Element ? target.closest('[data-path]') : null;
    return element && tabs.find(({ path }) => path === element.getAttribute('data-path'));
  };

  function onContextMenu(event: MouseEvent): void {
    const tab = tabOf(event);
    if (!tab) return;
    event.preventDefault();
    setMenu({ tab, place: { left: event.clientX, top: event.clientY } });
  }

  const press = useLongPress((target) => {
    const tab = tabOf({ target });
    if (!tab || !(target instanceof Element)) return;
    const { left, bottom } = target.getBoundingClientRect();
    setMenu({ tab, place: { left, top: bottom } });
  });

  function onAuxClick(event: MouseEvent): void {
    const tab = tabOf(event);
    if (event.button !== 1 || !tab || tab.isPinned) return;
    event.preventDefault();
    actions.close(tab.path);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const tab = tabOf(event);
    if (!tab) return;
    if (event.key === 'Delete' && !tab.isPinned) {
      actions.close(tab.path);
      return;
    }
    const to = goal(event.key, tabs.indexOf(tab), tabs.length);
    if (to === null) return;
    event.preventDefault();
    strip?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  }

  const activeTab = tabs.find(({ path }) => path === active);
  const stop = activeTab ?? tabs[0];
  return (
    <Bar>
      <Strip
        ref={setStrip}
        onFocus={onFocus}
        style={{ gridTemplateColumns: `repeat(${tabs.length}, max-content)` }}
        onContextMenu={onContextMenu}
        {...press}
        onAuxClick={onAuxClick}
        onMouseDown={(event) => {
          // Keeps the middle button from starting to scroll.
          if (event.button === 1) event.preventDefault();
        }}
        onKeyDown={onKeyDown}
        onScroll={() => setMenu(null)}
      >
        <TabList role="tablist" aria-label={translate('shell.open_pages')}>
          {tabs.map((tab) => (
            <PageTab
              key={tab.path}
              path={tab.path}
              title={tab.title}
              isPinned={tab.isPinned}
              isUnsaved={tab.isUnsaved}
              isActive={tab === activeTab}
              isStop={tab === stop}
              unsavedId={unsavedId}
              onOpen={actions.open}
            />
          ))}
        </TabList>
        {tabs.map((tab, index) =>
          tab.isPinned ? null : (
            <CloseTab key={tab.path} path={tab.path} title={tab.title} column={index + 1} onClose={actions.close} />
          ),
        )}
      </Strip>
      <span id={unsavedId} hidden>
        {translate('shell.unsaved')}
      </span>
      {activeTab && <TabMenuButton onOpen={(place) => setMenu({ tab: activeTab, place })} />}
      {menu && strip && <TabMenu {...menu} bar={strip} actions={actions} onClose={() => setMenu(null)} />}
    </Bar>
  );
});

/** Index of the tab that a key leads to from `index`, or null for other keys. */
function goal(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

interface PageTabProps extends Omit<OpenTab, 'address'> {
  isActive: boolean;
  /** Roving tabindex: true for the only tab in the Tab order. Arrow keys move to the others. */
  isStop: boolean;
  /** ID of the text that says that something is unsaved. */
  unsavedId: string;
  onOpen(path: string): void;
}

const PageTab = memo(function PageTab(props: PageTabProps) {
  const { path, title, isPinned, isUnsaved, isActive, isStop, unsavedId, onOpen } = props;
  return (
    <Tab
      type="button"
      role="tab"
      title={title}
      data-path={path}
      data-pinned={isPinned ? '' : undefined}
      aria-selected={isActive}
      aria-describedby={isUnsaved ? unsavedId : undefined}
      aria-keyshortcuts={isPinned ? undefined : 'Delete'}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onOpen(path)}
    >
      {isUnsaved && <Mark aria-hidden />}
      <TabTitle>{title}</TabTitle>
    </Tab>
  );
});

interface CloseTabProps {
  path: string;
  /** Column in the strip, from 1. */
  column: number;
  title: string;
  onClose(path: string): void;
}

/**
 * Close button at the end of its tab. It isn't inside the tab, because a tab must not contain controls. Keyboard users
 * press Delete on the tab.
 */
const CloseTab = memo(function CloseTab({ path, column, title, onClose }: CloseTabProps) {
  const translate = useTranslate();
  return (
    <CloseButton
      type="button"
      tabIndex={-1}
      data-path={path}
      aria-label={translate('shell.close_page', { title })}
      style={{ gridColumn: column }}
      onClick={() => onClose(path)}
    >
      <Close />
    </CloseButton>
  );
});

/** Opens the current tab's menu without a right click, for touch screens and users who don't know of it. */
function TabMenuButton({ onOpen }: { onOpen(place: MenuPlace): void }) {
  const translate = useTranslate();
  return (
    <IconButton
      size="small"
      aria-label={translate('shell.page_actions')}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        onOpen({ left, top: bottom });
      }}
      sx={{ flex: 'none', width: 34, borderRadius: 0, color: 'text.secondary' }}
    >
      <ExpandMore fontSize="small" />
    </IconButton>
  );
}

/** Space beside the neighbours, in pixels (set by the spec). */
const SPACE_PX = 4;

/** Scroll position of a strip, in pixels, that shows a tab and both its neighbours. */
export function scrollForTab(
  tabs: readonly { left: number; right: number }[],
  index: number,
  { scrollLeft, width, scrollWidth }: { scrollLeft: number; width: number; scrollWidth: number },
): number {
  const [before, after] = [tabs[index - 1], tabs[index + 1]];
  if (!before) return 0;
  if (!after) return scrollWidth - width;
  if (after.right + SPACE_PX > scrollLeft + width) return after.right + SPACE_PX - width;
  if (before.left - SPACE_PX < scrollLeft) return before.left - SPACE_PX;
  return scrollLeft;
}

/**
 * Scrolls the active tab into view when it, the tabs, their titles or the window's size change.
 *
 * @param titles of all tabs, as one text
 */
function useTabInView(strip: HTMLElement | null, active: string, titles: string): void {
  useLayoutEffect(() => {
    if (!strip) return;
    const show = () => showTab(strip, active);
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [strip, active, titles]);
}

function showTab(strip: HTMLElement, path: string): void {
  const tabs = [...strip.querySelectorAll<HTMLElement>('[role=tab]')];
  const index = tabs.findIndex((tab) => tab.dataset['path'] === path);
  if (index < 0) return;
  const { scrollLeft, clientWidth: width, scrollWidth } = strip;
  const origin = strip.getBoundingClientRect().left - scrollLeft;
  const places = tabs.map((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    return { left: left - origin, right: right - origin };
  });
  scrollSideways(strip, scrollForTab(places, index, { scrollLeft, width, scrollWidth }));
}

/** Part of the wheel's delta by which the strip moves (set by the spec). */
const SHARE = 1 / 4;

/** Scrolls the strip sideways with the wheel (up moves right) and keeps the page from scrolling. */
function useWheel(strip: HTMLElement | null): void {
  useEffect(() => {
    if (!strip) return;
    const onWheel = (event: WheelEvent) => {
      // Sideways movements of a touchpad scroll the strip natively.
      if (event.deltaY === 0) return;
      event.preventDefault();
      scrollSideways(strip, strip.scrollLeft - event.deltaY * SHARE);
    };
    // React's listener would be passive and couldn't keep the page from scrolling.
    strip.addEventListener('wheel', onWheel, { passive: false });
    return () => strip.removeEventListener('wheel', onWheel);
  }, [strip]);
}

/** @param left pixels from the element's start; clamped to its range */
function scrollSideways(element: Element, left: number): void {
  element.scrollLeft = left;
}
