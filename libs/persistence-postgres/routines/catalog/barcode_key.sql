-- The same rule as barcodeKey() in the domain: a UPC and the EAN that prefixes it with zero are one product.
CREATE OR REPLACE FUNCTION catalog.barcode_key(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$SELECT lpad(ltrim(code, '0'), greatest(13, length(ltrim(code, '0'))), '0')$$;
REVOKE ALL ON FUNCTION catalog.barcode_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION catalog.barcode_key TO PUBLIC;
