"""What can be known of a Program before it is played."""
