import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useRouter } from '#console/router/ConsoleRouter.tsx';

/**
 * All pages scroll the one window: a page that is shown again is where it was left, one that opens begins at its top.
 * Where pages are not kept, the way back is the browser's own matter.
 */
export function usePageScroll(path: string, keeps: boolean): void {
  const positions = useRef(new Map<string, number>());
  const open = useRef(path);
  const isBack = useNavigationType() === 'POP';

  const router = useRouter();
  useEffect(() => {
    const remember = () => void positions.current.set(open.current, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    // The browser tells of scrolling with its next frame, by when another page may be open.
    const end = router.subscribe(({ location }) => {
      // To ask where the page is scrolled to makes the browser lay it out.
      if (location.pathname !== open.current) remember();
    });
    return () => {
      window.removeEventListener('scroll', remember);
      end();
    };
  }, [router]);

  useLayoutEffect(() => {
    if (open.current === path) return;
    open.current = path;
    const before = keeps ? positions.current.get(path) : undefined;
    if (before !== undefined || !isBack) window.scrollTo(0, before ?? 0);
  }, [path, keeps, isBack]);
}
