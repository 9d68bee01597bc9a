import { z } from 'zod';
import { defineCall } from './call.ts';
import { enrolmentCheckBodySchema, enrolmentCheckDataSchema, enrolmentCompleteBodySchema } from './enrolment.ts';
import { resourceProblemsSchema } from './resourceProblems.ts';
import { loginBodySchema, loginDataSchema, menuTreeSchema, userInfoSchema } from './session.ts';

/** The calls that are not made from a declaration. */

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
  access: 'session',
  data: z.null(),
});

export const userInfo = defineCall({
  id: 'userInfo',
  method: 'GET',
  path: '/vue-element-admin/user/info',
  summary: 'Who is signed in',
  access: 'session',
  query: z.object({ token: z.string().max(256).optional() }),
  data: userInfoSchema,
});

export const enrolmentCheck = defineCall({
  id: 'enrolmentCheck',
  method: 'POST',
  path: '/enrolment/check',
  summary: 'What an invited user needs to set up the authenticator',
  access: 'public',
  body: enrolmentCheckBodySchema,
  data: enrolmentCheckDataSchema,
});

export const enrolmentComplete = defineCall({
  id: 'enrolmentComplete',
  method: 'POST',
  path: '/enrolment/complete',
  summary: 'Set the password and bind the authenticator; the link is used up',
  access: 'public',
  body: enrolmentCompleteBodySchema,
  data: z.null(),
});

export const menuTree = defineCall({
  id: 'menuTree',
  method: 'GET',
  path: '/menu-tree',
  summary: 'The menu as the signed-in user sees it now',
  access: 'session',
  data: menuTreeSchema,
});

export const resourceProblems = defineCall({
  id: 'resourceProblems',
  method: 'GET',
  path: '/resource-problems',
  summary: 'What is wrong in the resources folder, and which resources run on an earlier version',
  access: { permission: 'menus.edit' },
  data: resourceProblemsSchema,
});
