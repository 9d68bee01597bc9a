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
  summary: 'End the session of the token that is sent',
  allowedInPreview: true,
  access: 'session',
  side: 'both',
  data: z.null(),
});

export const userInfo = defineCall({
  id: 'userInfo',
  method: 'GET',
  path: '/vue-element-admin/user/info',
  summary: 'Who is signed in',
  access: 'session',
  side: 'both',
  query: z.object({ token: z.string().max(256).optional() }),
  data: userInfoSchema,
});

export const enrolmentCheck = defineCall({
  id: 'enrolmentCheck',
  method: 'POST',
  path: '/enrolment/check',
  summary: 'What the user of a link is to set up: a password, an authenticator or both',
  access: 'public',
  body: enrolmentCheckBodySchema,
  data: enrolmentCheckDataSchema,
});

export const enrolmentComplete = defineCall({
  id: 'enrolmentComplete',
  method: 'POST',
  path: '/enrolment/complete',
  summary: 'Set the password and bind the authenticator, whichever the user lacks; the link is used up',
  access: 'public',
  body: enrolmentCompleteBodySchema,
  data: enrolmentCompleteDataSchema,
});

export const roleChoices = defineCall({
  id: 'roleChoices',
  method: 'GET',
  path: '/role-choices',
  summary: 'The roles that there are for users, and which of them the signed-in user may give',
  access: { anyPermission: ['users.create', 'users.edit'] },
  side: 'both',
  data: roleChoicesSchema,
});

export const ownPasswords = defineCall({
  id: 'ownPasswords',
  method: 'GET',
  path: '/own-passwords',
  summary: 'Which passwords the signed-in user has',
  access: 'session',
  side: 'both',
  data: ownPasswordsSchema,
});

export const loginPasswordUpdate = defineCall({
  id: 'loginPasswordUpdate',
  method: 'POST',
  path: '/login-pwd/update',
  summary: 'Change the own login password; ends all other sessions of the user',
  access: 'session',
  side: 'both',
  body: loginPasswordBodySchema,
  data: z.null(),
});

export const payPasswordUpdate = defineCall({
  id: 'payPasswordUpdate',
  method: 'POST',
  path: '/pay-pwd/update',
  summary: 'Change the own payment password, or set the first one with the login password',
  access: 'session',
  side: 'both',
  body: payPasswordBodySchema,
  data: z.null(),
});

export const menuTree = defineCall({
  id: 'menuTree',
  method: 'GET',
  path: '/menu-tree',
  summary: 'The menu as the signed-in user sees it now',
  access: 'session',
  side: 'both',
  data: menuTreeSchema,
});

export const resourceProblems = defineCall({
  id: 'resourceProblems',
  method: 'GET',
  path: '/resource-problems',
  summary: 'What is wrong in the resources folder, and which resources run on an earlier version',
  access: { permission: 'menus.problems' },
  data: resourceProblemsSchema,
});

export const recordSearch = defineCall({
  id: 'recordSearch',
  method: 'GET',
  path: '/record-search',
  summary: 'Records of any resource that a number belongs to, of those that the signed-in user may list and open',
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
