-- Each account sees its own rows. Queries inside a policy see the account's rows only, too.
ALTER TABLE access.api_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON access.api_key TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE access.key_usage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON access.key_usage FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM access.api_key k WHERE k.id = key_usage.key_id));
ALTER TABLE access.route_usage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON access.route_usage FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM access.api_key k WHERE k.id = route_usage.key_id));
ALTER TABLE identity.audit_event ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.audit_event TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE identity.credential ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.credential TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE identity.known_device ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.known_device TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE identity.passkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.passkey TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE identity.recovery_code ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.recovery_code TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE identity.session ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.session TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.book_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.book_version FOR SELECT TO brickmarket_api
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.brickfolio ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.brickfolio FOR SELECT TO brickmarket_api
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY own_rows_of_owner ON portfolio.brickfolio TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.edit ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.edit TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.holding ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.holding FOR SELECT TO brickmarket_api
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY own_rows_of_owner ON portfolio.holding TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON portfolio.holding FOR SELECT TO brickmarket_deliver
   USING (
    account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer
    AND account_id IN (
      SELECT d.account_id FROM events.delivery d
      WHERE d.account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer
        AND d.endpoint_id IS NULL AND d.state = 'pending'));
ALTER TABLE portfolio.holding_block ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.holding_block FOR SELECT TO brickmarket_api
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY own_rows_of_owner ON portfolio.holding_block TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.import_columns ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.import_columns TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.import_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.import_file TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.import_row ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.import_row TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.sale ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.sale FOR SELECT TO brickmarket_api
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY own_rows_of_owner ON portfolio.sale TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.sale_lot ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.sale_lot TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE portfolio.selling_fees ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.selling_fees TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON portfolio.selling_fees FOR SELECT TO brickmarket_deliver
   USING (
    account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer
    AND account_id IN (
      SELECT d.account_id FROM events.delivery d
      WHERE d.account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer
        AND d.endpoint_id IS NULL AND d.state = 'pending'));
ALTER TABLE events.alert ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.alert TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON events.alert TO brickmarket_deliver USING (true) WITH CHECK (true);
ALTER TABLE events.attempt ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_deliveries ON events.attempt FOR SELECT TO brickmarket_account
  USING (EXISTS (SELECT FROM events.delivery d WHERE d.id = attempt.delivery_id));
CREATE POLICY to_deliver ON events.attempt TO brickmarket_deliver USING (true) WITH CHECK (true);
ALTER TABLE events.delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.delivery TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON events.delivery TO brickmarket_deliver USING (true) WITH CHECK (true);
ALTER TABLE events.endpoint ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.endpoint TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON events.endpoint TO brickmarket_deliver USING (true) WITH CHECK (true);
ALTER TABLE events.event ENABLE ROW LEVEL SECURITY;
CREATE POLICY market_or_own ON events.event FOR SELECT TO brickmarket_account
  USING (account_id IS NULL OR account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON events.event FOR SELECT TO brickmarket_deliver USING (true);
ALTER TABLE events.feed ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.feed TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
ALTER TABLE events.previous_secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY to_deliver ON events.previous_secret FOR SELECT TO brickmarket_deliver USING (true);
ALTER TABLE events.rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.rule TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON events.rule TO brickmarket_deliver USING (true) WITH CHECK (true);
ALTER TABLE events.rule_endpoint ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events.rule_endpoint TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
CREATE POLICY to_deliver ON events.rule_endpoint TO brickmarket_deliver USING (true) WITH CHECK (true);
ALTER TABLE events.rule_set ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rules ON events.rule_set TO brickmarket_account
  USING (EXISTS (SELECT FROM events.rule r WHERE r.id = rule_set.rule_id))
  WITH CHECK (EXISTS (SELECT FROM events.rule r WHERE r.id = rule_set.rule_id));
ALTER TABLE events.rule_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rules ON events.rule_state TO brickmarket_account
  USING (EXISTS (SELECT FROM events.rule r WHERE r.id = rule_state.rule_id));
