import { ClickAwayListener, MenuItem, MenuList, Paper, Popper } from '@mui/material';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import type { OpenTab, TabActions } from './openTabs.ts';

/** Position in the window, in pixels. */
export interface MenuPlace {
  left: number;
  top: number;
}

/** Distance from the pointer and space kept at the bar's end, in pixels (set by the spec). */
const BESIDE_POINTER_PX = 15;
const WIDTH_PX = 105;

interface TabMenuProps {
  tab: OpenTab;
  place: MenuPlace;
  bar: HTMLElement;
  actions: TabActions;
  onClose(): void;
}

/** Menu of a tab. It doesn't block the page, so that a right click on another tab moves it there. */
export function TabMenu({ tab, place, bar, actions, onClose }: TabMenuProps) {
  const translate = useTranslate();
  const opener = useRef(document.activeElement);
  const anchor = useMemo(() => ({ getBoundingClientRect: () => pointAt(place, bar) }), [place, bar]);

  useEffect(() => {
    const close = () => onClose();
    window.addEventListener('blur', close);
    window.addEventListener('resize', close);
    return () => {
      window.removeEventListener('blur', close);
      window.removeEventListener('resize', close);
    };
  }, [onClose]);

  function leave(): void {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    leave();
  }

  const item = (name: string, run: () => void) => (
    <MenuItem
      dense
      onClick={() => {
        leave();
        run();
      }}
    >
      {translate(`shell.${name}`)}
    </MenuItem>
  );
  return (
    <Popper role="presentation" open anchorEl={anchor} placement="bottom-start" disablePortal sx={{ zIndex: 'modal' }}>
      <ClickAwayListener onClickAway={onClose} mouseEvent="onMouseDown" touchEvent="onTouchStart">
        <Paper elevation={8} onContextMenu={(event) => event.preventDefault()}>
          <MenuList
            key={tab.path}
            autoFocusItem
            aria-label={tab.title}
            onKeyDown={onKeyDown}
            sx={{ minWidth: WIDTH_PX }}
          >
            {item('refresh', () => actions.refresh(tab.path))}
            {!tab.isPinned && item('close', () => actions.close(tab.path))}
            {item('close_others', () => actions.closeOthers(tab.path))}
            {item('close_all', () => actions.closeAll())}
          </MenuList>
        </Paper>
      </ClickAwayListener>
    </Popper>
  );
}

/** Position beside the pointer, moved left if the menu would stick out of the bar. */
function pointAt({ left, top }: MenuPlace, bar: HTMLElement): DOMRect {
  const { right } = bar.getBoundingClientRect();
  return new DOMRect(Math.min(left + BESIDE_POINTER_PX, right - WIDTH_PX), top, 0, 0);
}
