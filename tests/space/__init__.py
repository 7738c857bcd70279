"""Tests of the boards, against a slow model that is made of nothing but polygons and searches."""
