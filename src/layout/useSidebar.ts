import Cookies from 'js-cookie';
import { useEffect, useLayoutEffect, useReducer } from 'react';
import { firstSidebarState, nextSidebarState, sidebarCookie } from './sidebarState.ts';

const COOKIE = 'sidebarStatus';
/** The spec's limit, in pixels: narrower is mobile. */
const DESKTOP_WIDTH = 992;

function isNarrow(): boolean {
  return document.body.getBoundingClientRect().width - 1 < DESKTOP_WIDTH;
}

/** The sidebar's state, kept in its cookie, following the window's width. */
export function useSidebar() {
  const [state, dispatch] = useReducer(nextSidebarState, null, () =>
    firstSidebarState(Cookies.get(COOKIE), isNarrow()),
  );

  useLayoutEffect(() => {
    const onResize = () => {
      if (!document.hidden) dispatch({ type: 'resized', mobile: isNarrow() });
    };
    // The window may have changed while another page had all of it.
    onResize();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  const cookie = sidebarCookie(state);
  useEffect(() => {
    const secure = window.location.protocol === 'https:';
    Cookies.set(COOKIE, cookie, { path: '/', sameSite: 'strict', secure });
  }, [cookie]);

  return { ...state, dispatch };
}
