import { homeInfo } from '#shared/contract/home.ts';
import type { Router } from '#server/http/router.ts';
import type { HomeService } from './service.ts';

export function homeRoutes(router: Router, home: HomeService): void {
  router.signedIn(homeInfo, ({ session, query }) => home.read(session, query.currency ?? null));
}
