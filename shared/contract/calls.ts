import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  enrolmentCheckBodySchema,
  enrolmentCheckDataSchema,
  enrolmentCompleteBodySchema,
  enrolmentCompleteDataSchema,
} from './enrolment.ts';
import { loginPasswordBodySchema, ownPasswordsSchema, payPasswordBodySchema } from './ownPasswords.ts';
import { recordSearchDataSchema, recordSearchQuerySchema } from './recordSearch.ts';
import { resourceProblemsSchema } from './resourceProblems.ts';
import { roleChoicesSchema } from './roleChoices.ts';
import { loginBodySchema, loginDataSchema, menuTreeSchema, userInfoSchema } from './session.ts';
import { TEST_MODE } from './testMode.ts';

/** The calls that aren't made from a declaration. */

export const login = defineCall({
  id: 'login',
  method: 'POST',
  path: '/login',
  summary: 'Sign in with username, password and authenticator code',
  access: 'public',
  body: loginBodySchema,
  data: loginDataSchema,
});

export const logout = defineCall({
  id: 'logout',
  method: 'POST',
  path: '/logout',
  summary: 'Sign out: end the session of this token',
  allowedInPreview: true,
  access: 'session',
  side: 'both',
  data: z.null(),
});

export const userInfo = defineCall({
  id: 'userInfo',
  method: 'GET',
  path: '/vue-element-admin/user/info',
  summary: 'Get the signed-in user',
  access: 'session',
  side: 'both',
  query: z.object({ token: z.string().max(256).optional() }),
  data: userInfoSchema,
});

export const confirmSession = defineCall({
  id: 'confirmSession',
  method: 'POST',
  path: '/session/confirm',
  summary: 'Confirm the session by payment password and authenticator code, for the calls marked with `x-step-up`',
  access: 'session',
  side: 'both',
  body: z.strictObject({ pay_password: z.string().max(128), totp_code: z.string().max(64) }),
  data: z.object({ confirmed_until: z.iso.datetime() }),
});

export const enrolmentCheck = defineCall({
  id: 'enrolmentCheck',
  method: 'POST',
  path: '/enrolment/check',
  summary: 'Check an enrolment link: returns whether its user must set a password, an authenticator or both',
  access: 'public',
  body: enrolmentCheckBodySchema,
  data: enrolmentCheckDataSchema,
});

export const enrolmentComplete = defineCall({
  id: 'enrolmentComplete',
  method: 'POST',
  path: '/enrolment/complete',
  summary: 'Complete an enrolment: set the missing password or authenticator. The link works once',
  access: 'public',
  body: enrolmentCompleteBodySchema,
  data: enrolmentCompleteDataSchema,
});

export const roleChoices = defineCall({
  id: 'roleChoices',
  method: 'GET',
  path: '/role-choices',
  summary: "List the tenant's roles, and whether the signed-in user may assign each",
  access: { anyPermission: ['users.create', 'users.edit'] },
  side: 'both',
  data: roleChoicesSchema,
});

export const ownPasswords = defineCall({
  id: 'ownPasswords',
  method: 'GET',
  path: '/own-passwords',
  summary: 'Get which passwords the signed-in user has set',
  access: 'session',
  side: 'both',
  data: ownPasswordsSchema,
});

export const loginPasswordUpdate = defineCall({
  id: 'loginPasswordUpdate',
  method: 'POST',
  path: '/login-pwd/update',
  summary: "Change the user's login password; ends the user's other sessions",
  access: 'session',
  side: 'both',
  body: loginPasswordBodySchema,
  data: z.null(),
});

export const payPasswordUpdate = defineCall({
  id: 'payPasswordUpdate',
  method: 'POST',
  path: '/pay-pwd/update',
  summary: "Change the user's payment password, or set the first one with the login password",
  access: 'session',
  side: 'both',
  body: payPasswordBodySchema,
  data: z.null(),
});

export const menuTree = defineCall({
  id: 'menuTree',
  method: 'GET',
  path: '/menu-tree',
  summary: 'Get the menu tree of the signed-in user',
  access: 'session',
  side: 'both',
  data: menuTreeSchema,
});

export const resourceProblems = defineCall({
  id: 'resourceProblems',
  method: 'GET',
  path: '/resource-problems',
  summary: 'List the errors in the resources folder, and the resources that use an earlier version',
  access: { permission: 'menus.problems' },
  data: resourceProblemsSchema,
});

export const recordSearch = defineCall({
  id: 'recordSearch',
  method: 'GET',
  path: '/record-search',
  summary: 'Find records by number in all resources that the signed-in user may list and open',
  access: 'session',
  query: recordSearchQuerySchema,
  data: recordSearchDataSchema,
});

export const enterTestMode = defineCall({
  id: 'enterTestMode',
  method: 'POST',
  path: '/test-mode/enter',
  summary: 'Switch the session to test data; the response has its new token',
  access: { permission: TEST_MODE },
  side: 'live',
  data: loginDataSchema,
});

export const leaveTestMode = defineCall({
  id: 'leaveTestMode',
  method: 'POST',
  path: '/test-mode/leave',
  summary: 'Switch the session back to live data; the response has its new token',
  access: 'session',
  side: 'test',
  data: loginDataSchema,
});
