import { ApiError } from './api-error.ts';

describe('an error that is an answer', () => {
  it('notes no stack, and leaves other errors theirs', () => {
    expect(new ApiError(404, 'NotFound', 'there is no such item').stack).not.toContain('\n');
    expect(new Error('a fault of ours').stack).toContain('stackless-error.spec');
  });
});
