import { HttpError } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@merchant-console/ra-provider';

describe('ApiError', () => {
  it('is an HttpError of react-admin and an ApiError', () => {
    const error = ApiError.refused(404, { code: 40400, msg: 'Not found.', data: null });
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.name).toBe('ApiError');
    expect(error.stack).toMatch(/^ApiError: Not found\.\n\s+at /);
  });

  it("has the server's messages by field where react-admin reads them, and one for the whole form", () => {
    const data = { error: 'validation', request_id: 'r-1', errors: { name: 'Too long', 'address.city': 'Needed' } };
    const error = ApiError.refused(422, { code: 42200, msg: 'Please correct the fields.', data });
    expect(error.body).toEqual({
      code: 42200,
      errors: { name: 'Too long', 'address.city': 'Needed', root: { serverError: 'Please correct the fields.' } },
    });
    expect(error).toMatchObject({ errorId: 'validation', requestId: 'r-1' });
  });

  it('treats a message without a field as one about the whole form', () => {
    const data = { error: 'validation', errors: { '': 'Fields are missing' } };
    expect(ApiError.refused(422, { code: 42200, msg: 'Wrong', data }).body).toEqual({
      code: 42200,
      errors: { root: { serverError: 'Fields are missing' } },
    });
  });

  it.each([undefined, null, 'text', [], { errors: { name: 'x' } }, { error: 'e', errors: { name: 7 } }])(
    'ignores details that violate the contract: %j',
    (data) => {
      const error = ApiError.refused(500, { code: 50000, msg: 'Broken', data });
      expect(error).toMatchObject({ message: 'Broken', errorId: null, requestId: null, body: { code: 50000 } });
      expect(error.body).not.toHaveProperty('errors');
    },
  );
});
