/** Widths in pixels: the spec's when open, room for one icon when closed. */
export const SIDEBAR_WIDTH = { open: 210, closed: 54 };

interface SidebarState {
  open: boolean;
  /** On a narrow screen the sidebar lies over the page. */
  mobile: boolean;
}

type SidebarEvent = { type: 'toggled' } | { type: 'left' } | { type: 'resized'; mobile: boolean };

/** @param cookie `sidebarStatus` as it was left: `0` closed, anything else open. On a narrow screen it begins closed. */
export function firstSidebarState(cookie: string | undefined, mobile: boolean): SidebarState {
  return { mobile, open: !mobile && cookie !== '0' };
}

/**
 * `left`: a page was chosen or the dark layer beside the sidebar was pressed. A resize counts only when it changes the
 * kind of screen: a phone's keyboard resizes the window too.
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
