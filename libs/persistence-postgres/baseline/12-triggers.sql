CREATE TRIGGER account_address_ends_pending AFTER UPDATE OF email ON access.account
  FOR EACH ROW WHEN (old.email <> new.email) EXECUTE FUNCTION identity.raise_epoch_with_address();
CREATE TRIGGER account_default_brickfolio AFTER INSERT ON access.account
  FOR EACH ROW EXECUTE FUNCTION portfolio.make_default_brickfolio();
CREATE TRIGGER forget_account AFTER DELETE ON access.account
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION events.forget_account();
CREATE TRIGGER api_key_limit BEFORE INSERT ON access.api_key
  FOR EACH ROW WHEN (new.revoked_at IS NULL) EXECUTE FUNCTION access.hold_key_limit();
CREATE TRIGGER api_key_limit_again BEFORE UPDATE ON access.api_key
  FOR EACH ROW WHEN (new.revoked_at IS NULL AND (old.revoked_at IS NOT NULL
    OR old.expires_at < coalesce(new.expires_at, 'infinity'))) EXECUTE FUNCTION access.hold_key_limit();
CREATE TRIGGER audit_event_is_final BEFORE UPDATE ON identity.audit_event
  FOR EACH ROW EXECUTE FUNCTION identity.refuse_change();
CREATE TRIGGER credential_password_ends_pending BEFORE UPDATE OF password_hash ON identity.credential
  FOR EACH ROW EXECUTE FUNCTION identity.raise_epoch_with_password();
CREATE TRIGGER month_value_holds BEFORE DELETE OR UPDATE ON market.month_value
  FOR EACH ROW EXECUTE FUNCTION market.hold_published_months();
CREATE TRIGGER scorecard_holds BEFORE DELETE OR UPDATE ON market.scorecard
  FOR EACH ROW WHEN (old.closed_at IS NOT NULL) EXECUTE FUNCTION market.hold_scores();
CREATE CONSTRAINT TRIGGER brickfolio_default_kept AFTER DELETE OR UPDATE ON portfolio.brickfolio
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.is_default) EXECUTE FUNCTION portfolio.keep_default_brickfolio();
CREATE CONSTRAINT TRIGGER brickfolio_raises_version AFTER INSERT OR DELETE OR UPDATE ON portfolio.brickfolio
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION portfolio.raise_book_version();
CREATE TRIGGER brickfolio_version BEFORE UPDATE ON portfolio.brickfolio
  FOR EACH ROW EXECUTE FUNCTION portfolio.raise_version();
CREATE TRIGGER holding_blocks_deleted AFTER DELETE ON portfolio.holding
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION portfolio.summarize_deleted();
CREATE TRIGGER holding_blocks_inserted AFTER INSERT ON portfolio.holding
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION portfolio.summarize_inserted();
CREATE TRIGGER holding_blocks_updated AFTER UPDATE ON portfolio.holding
   REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT
  EXECUTE FUNCTION portfolio.summarize_updated();
CREATE TRIGGER holding_version BEFORE UPDATE ON portfolio.holding
  FOR EACH ROW EXECUTE FUNCTION portfolio.raise_version();
CREATE CONSTRAINT TRIGGER holding_block_raises_version AFTER INSERT OR DELETE OR UPDATE ON portfolio.holding_block
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION portfolio.raise_book_version();
CREATE CONSTRAINT TRIGGER sale_raises_version AFTER INSERT OR DELETE OR UPDATE ON portfolio.sale
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION portfolio.raise_book_version();
CREATE TRIGGER sale_version BEFORE UPDATE ON portfolio.sale FOR EACH ROW EXECUTE FUNCTION portfolio.raise_version();
CREATE TRIGGER verify_endpoint AFTER UPDATE OF state ON events.delivery
  FOR EACH ROW WHEN (new.state = 'delivered' AND old.state = 'pending' AND new.endpoint_id IS NOT NULL)
  EXECUTE FUNCTION events.verify_endpoint();
CREATE TRIGGER doubt_new_address BEFORE UPDATE OF url ON events.endpoint
  FOR EACH ROW WHEN (new.url IS DISTINCT FROM old.url) EXECUTE FUNCTION events.doubt_new_address();
CREATE TRIGGER event_is_pending AFTER INSERT ON events.event
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION events.await_matching();
CREATE TRIGGER forget_event AFTER DELETE ON events.event
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION events.forget_event();
CREATE TRIGGER forget_rule AFTER DELETE ON events.rule
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION events.forget_rule();
CREATE TRIGGER sale_score_holds BEFORE DELETE OR UPDATE ON source.sale_score
  FOR EACH ROW EXECUTE FUNCTION market.hold_scores();
