"""The machinery under the rules: tape, facts, pools, record, composition."""
