/** The contract's version: in the path, in every answer's header and in every envelope. */
export const API_VERSION = '1';

/** What every path of the contract starts with. */
export const V1 = 'api/v1';

export const JSON_TYPE = 'application/json; charset=utf-8';
