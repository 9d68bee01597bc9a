import * as calls from '#shared/contract/declarations.ts';
import { languageOf } from '#server/i18n/translators.ts';
import { actorOf } from '#server/resources/CallDeps.ts';
import type { Module } from '../Module.ts';
import { createDeclarations } from './service.ts';

export const declarationsModule: Module = {
  routes(router, services) {
    const declarations = createDeclarations(services);
    router.signedIn(calls.declarationList, () => declarations.list());
    router.signedIn(calls.declarationShow, ({ params }) => declarations.read(params.name));
    router.signedIn(calls.declarationCheck, ({ request, body }) =>
      declarations.check(body, services.translators[languageOf(request)]),
    );
    router.signedIn(calls.declarationSave, ({ session, request, params, body: { text, ...agreement } }) =>
      declarations.save(actorOf(session, request), { name: params.name, text }, agreement),
    );
  },
};
