/** Injection token of the frozen configuration. */
export const API_CONFIG = Symbol('ApiConfig');
