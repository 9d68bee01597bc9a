/** Widths in pixels: set by the spec when open, room for one icon when closed. */
export const SIDEBAR_WIDTH = { open: 210, closed: 54 };

interface SidebarState {
  open: boolean;
  /** True on a narrow screen, where the sidebar lies over the page. */
  mobile: boolean;
}

type SidebarEvent = { type: 'toggled' } | { type: 'left' } | { type: 'resized'; mobile: boolean };

/**
 * Initial state. On a narrow screen the sidebar starts closed.
 *
 * @param cookie stored `sidebarStatus`: `0` is closed, anything else open
 */
export function firstSidebarState(cookie: string | undefined, mobile: boolean): SidebarState {
  return { mobile, open: !mobile && cookie !== '0' };
}

/**
 * State after an event. `left` is sent when a page is chosen or the dark layer is pressed. A resize only counts if it
 * changes the kind of screen, because a phone's keyboard resizes the window too.
 */
export function nextSidebarState(state: SidebarState, event: SidebarEvent): SidebarState {
  switch (event.type) {
    case 'toggled':
      return { ...state, open: !state.open };
    case 'left':
      return state.mobile ? { ...state, open: false } : state;
    case 'resized':
      if (event.mobile === state.mobile) return state;
      return { mobile: event.mobile, open: state.open && !event.mobile };
  }
}

export function sidebarCookie({ open }: SidebarState): '1' | '0' {
  return open ? '1' : '0';
}
