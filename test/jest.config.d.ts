declare const config: Readonly<Record<string, unknown>>;
export default config;
