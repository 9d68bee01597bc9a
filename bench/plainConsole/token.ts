const KEY = 'token';

/** The session's token, stored where react-admin's documentation stores it. */
export const token = {
  get: () => localStorage.getItem(KEY),
  set: (value: string) => localStorage.setItem(KEY, value),
  remove: () => localStorage.removeItem(KEY),
};
