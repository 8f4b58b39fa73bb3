"""Other servers, measured in the same run as ours."""
