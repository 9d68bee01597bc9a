import { fetchUtils, type AuthProvider } from 'react-admin';
import { token } from './token.ts';

interface LoginAnswer {
  json: { data: { login_token: string } };
}

export const authProvider: AuthProvider = {
  async login(values: object) {
    const answer: LoginAnswer = await fetchUtils.fetchJson('/prod-api/login', {
      method: 'POST',
      body: JSON.stringify(values),
    });
    token.set(answer.json.data.login_token);
  },
  async logout() {
    token.remove();
  },
  async checkAuth() {
    if (token.get() === null) throw new Error('Please sign in');
  },
  async checkError(error: { status?: number }) {
    if (error.status !== 401) return;
    token.remove();
    throw new Error('Please sign in');
  },
  async getPermissions() {},
};
