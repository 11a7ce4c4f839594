/** The sign of the service, as a picture that needs no request. */
export const BRICK_ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cg fill='%23d9480f'%3E%3Crect x='2' y='11' width='28' height='17' rx='2'/%3E%3Crect x='6' y='6' width='8' height='6' rx='1.5'/%3E%3Crect x='18' y='6' width='8' height='6' rx='1.5'/%3E%3C/g%3E%3C/svg%3E";
