import { preparePowerMail } from '../powers/preparePowerMail.ts';
import { prepareLinkMail } from '../users/prepareLinkMail.ts';
import { prepareLockMail } from '../sessions/prepareLockMail.ts';
import { prepareStatementMail } from '../statements/prepareStatementMail.ts';
import { sessionOfOwner } from '../tasks/exportable.ts';
import type { Module } from '../Module.ts';
import { createMailWorker } from './createMailWorker.ts';
import { forgetUnsentMails } from './service.ts';

export const mailsModule: Module = {
  workers(services) {
    if (!services.sendMail) return [];
    const prepare = {
      statement: prepareStatementMail(services, (user) => sessionOfOwner(services, user)),
      sign_in_locked: prepareLockMail(services),
      enrolment_link: prepareLinkMail(services),
      power_gained: preparePowerMail(services),
    };
    return [createMailWorker(services, { send: services.sendMail, prepare })];
  },

  maintain: forgetUnsentMails,
};
